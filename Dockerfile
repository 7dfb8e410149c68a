# One image for both processes: `node server/main.ts` (default) and `node workers/main.ts`.
# The steps are the commands that CI runs: npm ci, npm run build.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# The demo's pictures are for a first look on a developer's machine.
RUN rm -rf db/seed/pictures db/seed/content

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
# With an arena for each of its threads the allocator keeps a quarter more than with two.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY server server
COPY --from=build /app/db db
COPY workers workers
COPY locales locales
# What the server knows of the pages beside their build.
COPY pages/addresses.ts pages/forms.ts pages/forms-administration.ts pages/forms-payouts.ts pages/forms-releases.ts pages/
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/main.ts"]
