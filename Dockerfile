# The program as an unprivileged user on a read-only root file system; only DATA_DIR and /tmp are written.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The image's Node runs it, so the one of npm and what only the build needs stay behind.
RUN npm run build && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/bundle bundle
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/examples examples
RUN install -d -m 700 -o 1000 -g 1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bundle/main.js"]
