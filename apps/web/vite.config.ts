import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode, command }) => {
  const proxy = { '/api': loadEnv(mode, '.', 'API_')['API_URL'] ?? 'http://127.0.0.1:8080' };
  return {
    plugins: [react()],
    define: { hasGallery: JSON.stringify(command === 'serve' || process.env['GALLERY'] === '1') },
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1200,
    },
    server: { proxy },
    preview: { proxy },
  };
});
