// The worker alone: the same process with only its half. `node apps/worker/main.ts`
process.argv.push('--only', 'worker');
await import('#apps/api/main.ts');
