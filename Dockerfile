# Build the web with everything, run with production packages only. The server has no build: Node runs its TypeScript.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim
ENV NODE_ENV=production PORT=8080
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY platform platform
COPY modules modules
COPY apps apps
COPY database database
COPY scripts scripts
COPY --from=build /app/apps/web/dist apps/web/dist
# A volume belongs here: uploaded files must outlive the container.
RUN install -d -o node .files
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: SIGTERM must reach the process that drains.
CMD ["node", "apps/api/main.ts"]
