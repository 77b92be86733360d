# Build the web with everything, run with production packages only. The server has no build: Node runs its TypeScript.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:26-slim
# In a container nobody but its own network reaches the port: it listens to all of it.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /app/node_modules node_modules
COPY platform platform
COPY modules modules
COPY apps apps
COPY database database
COPY scripts scripts
COPY --from=build /app/dist dist
# Volumes belong here: uploaded files and the published heads of the operation log must outlive the container.
RUN install -d -o node -g node .files .files-audit
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: SIGTERM must reach the process that drains.
CMD ["node", "apps/api/main.ts"]
