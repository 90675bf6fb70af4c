# The package beside a Node, for those who build images with docker; npm run build:image makes one without it.
#   npm pack && docker build --tag payctl .
FROM node:24-slim AS package
COPY payctl-*.tgz /tmp/payctl.tgz
RUN npm install --global --prefix /opt/payctl --ignore-scripts --no-audit --no-fund /tmp/payctl.tgz

FROM node:24-slim
COPY --from=package /opt/payctl /opt/payctl
RUN install --directory --owner=65532 --group=65532 --mode=0700 /data
ENV PATH=/opt/payctl/bin:$PATH HOME=/data XDG_CONFIG_HOME=/data XDG_DATA_HOME=/data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["payctl", "serve", "status"]
ENTRYPOINT ["payctl"]
CMD ["serve", "--host", "0.0.0.0"]
