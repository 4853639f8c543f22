# Every image of the product, in one file because all come from one build. Each target is an image:
#   service    the service named by WORKSPACE (services/auth, services/content, …)
#   gateway    the gateway, with the built pages whose documents it renders
#   web        nginx with the built pages
#   backup     takes and restores backups, on demand
#   setup      makes an installation's secrets, once, and renews its certificates
#   store-setup  makes the object store's bucket and key, once
# base-images.lock.json records base images by digest. This file names the confirmed ones by digest, the others by tag;
# `node scripts/release/base-images.mjs apply` writes them (docs/release.md).
ARG NODE_IMAGE=node:24-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.30-alpine
# The database's own.
ARG POSTGRES_IMAGE=postgres:17
ARG MC_IMAGE=minio/mc:RELEASE.2025-08-13T08-35-41Z

# --- only the manifests, so that a changed source file doesn't invalidate npm's layer
FROM ${NODE_IMAGE} AS manifests
ENV NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false
WORKDIR /app
COPY package.json package-lock.json ./
COPY regions/package.json regions/
COPY domain/package.json domain/
COPY proto/package.json proto/
COPY services/platform/package.json services/platform/
COPY services/auth/package.json services/auth/
COPY services/content/package.json services/content/
COPY services/submissions/package.json services/submissions/
COPY services/weather-proxy/package.json services/weather-proxy/
COPY services/notifications/package.json services/notifications/
COPY gateway/package.json gateway/
COPY web/package.json web/
COPY simulator/package.json simulator/
COPY tests/package.json tests/
COPY scripts/backup/package.json scripts/backup/
COPY scripts/compose/package.json scripts/compose/

# --- the build shared by all images
FROM manifests AS build
# Only these build tools may run install scripts (`allowScripts` in package.json): they choose this platform's binary.
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
    npm ci --omit=dev --ignore-scripts && npm rebuild @bufbuild/buf @swc/core
COPY . .
# The site's state (regions/README.md).
ARG STATE=AR
# Drops sources and keeps what runs. The .proto files are loaded at run time.
RUN STATE="${STATE}" npm run build -- --modules \
 && rm -f web/dist/.build-stamp \
 && mkdir /built \
 && mv web/dist/.server /built/ \
 && tar -cf - --exclude=node_modules --exclude=src --exclude=testing --exclude=services/platform/local --exclude=proto/gen --exclude=.build-stamp --exclude='*.ts' regions/package.json regions/dist domain proto services gateway \
  | tar -xf - -C /built

# --- the runtime packages of one workspace
FROM manifests AS packages
ARG WORKSPACE
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
    npm ci --omit=dev --ignore-scripts --workspace "${WORKSPACE}" --include-workspace-root=false
# Types, source maps and documentation of packages aren't needed at run time.
RUN find node_modules */node_modules services/*/node_modules -type f \
      \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' -o -name '*.md' -o -name '*.tsbuildinfo' \) \
      -delete 2>/dev/null || true

# --- Node without a package manager, as an unprivileged user
FROM ${NODE_IMAGE} AS node
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
ENV NODE_ENV=production
WORKDIR /app
USER 10001:10001

FROM node AS service
ARG WORKSPACE
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Arkansas Weather: ${WORKSPACE}" \
      org.opencontainers.image.description="A regional weather site for Arkansas and the dashboard that runs it" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Listens for probes and calls from outside the container, on IPv4 and, where the machine has it, IPv6.
ENV METRICS_HOST=:: METRICS_PORT=9464 GRPC_LISTEN=[::]:50051 HOST=:: PORT=8080
COPY --from=packages /app ./
COPY --from=build /built/regions ./regions
COPY --from=build /built/domain ./domain
COPY --from=build /built/proto ./proto
COPY --from=build /built/services/platform ./services/platform
COPY --from=build /built/${WORKSPACE} ./${WORKSPACE}
COPY scripts/compose/wait-for-migrations.mjs /app/
COPY --chmod=755 scripts/compose/healthcheck.sh /app/
COPY scripts/doctor ./scripts/doctor
COPY scripts/compose/redis-users.mjs scripts/compose/roles.mjs ./scripts/compose/
COPY services/platform/local/store-access.mjs ./services/platform/local/
WORKDIR /app/${WORKSPACE}
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --start-interval=2s --retries=3 \
  CMD ["/app/healthcheck.sh", "/healthz"]
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/main.js"]

FROM service AS gateway
COPY --from=build /app/web/dist /app/web/dist
# The pages' build for the gateway's rendering thread.
COPY --from=build /built/.server /app/web/dist/.server

# --- nginx with the pages
FROM ${NGINX_IMAGE} AS web
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Arkansas Weather: web" \
      org.opencontainers.image.description="The pages of Arkansas Weather and the caches in front of its gateway" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER root
RUN install -d -o 10001 -g 10001 -m 0750 /var/cache/site && rm -rf /usr/share/nginx/html /etc/nginx/conf.d
# The resolvers' addresses are written into the configuration at startup, in the only writable folder.
ENV NGINX_ENTRYPOINT_LOCAL_RESOLVERS=1 \
    NGINX_ENVSUBST_OUTPUT_DIR=/tmp \
    NGINX_ENVSUBST_FILTER='^(SITE_|NGINX_LOCAL_RESOLVERS$)' \
    GATEWAY_ADDRESS=gateway:8080
COPY web/nginx/nginx.conf /etc/nginx/nginx.conf
COPY web/nginx/site /etc/nginx/site
COPY --from=build /app/regions/dist/nginx.conf /etc/nginx/site/state.conf
COPY web/nginx/*.template /etc/nginx/templates/
COPY --chmod=755 web/nginx/settings.envsh /docker-entrypoint.d/18-site-settings.envsh
COPY --from=build /app/web/dist /srv/site
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --start-interval=1s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]

# --- restic, and the programs of the Postgres version in use, which also serves rehearsals
FROM ${POSTGRES_IMAGE} AS backup
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Arkansas Weather: backup" \
      org.opencontainers.image.description="Takes and restores backups of rows and pictures" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# initdb needs a name for its user. A new volume inherits its owner from these folders.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libstdc++6 openssh-client restic \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --home-dir /scratch --no-create-home site \
 && install -d -o 10001 -g 10001 -m 0700 /backups /scratch
COPY --from=node /usr/local/bin/node /usr/local/bin/
WORKDIR /app
COPY --from=packages /app ./
COPY scripts/backup ./scripts/backup
COPY services/platform/local ./services/platform/local
COPY --from=build /built/services/platform/dist/data/store-role.js ./services/platform/dist/data/
USER 10001:10001
ENV NODE_ENV=production HOME=/scratch TMPDIR=/scratch BACKUP_REPOSITORY=/backups/restic
ENTRYPOINT ["node"]
CMD ["scripts/backup/backup.mjs"]

# --- one-off steps
FROM node AS setup
USER root
COPY --from=packages /app ./
COPY services/platform/local/certificates.mjs services/platform/local/store-access.mjs ./services/platform/local/
COPY scripts/compose/*.mjs ./scripts/compose/
ENTRYPOINT ["node", "scripts/compose/setup.mjs"]

FROM ${MC_IMAGE} AS store-setup
COPY --chmod=755 scripts/compose/store-setup.sh /usr/local/bin/store-setup
USER 10001:10001
ENTRYPOINT ["/usr/local/bin/store-setup"]
