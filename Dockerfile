# t2q in a container, from an unpacked release:
#   unzip t2q-VERSION.zip
#   docker build -t t2q t2q-VERSION
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" t2q run
FROM eclipse-temurin:21.0.8_9-jre-noble

# ssh for runs over several hosts, iproute2 and ethtool for the audit of the host. Their newest versions: Ubuntu keeps no others.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ethtool iproute2 openssh-client \
    && rm -rf /var/lib/apt/lists/*

COPY LICENSE NOTICE README.md CHANGELOG.md /opt/t2q/
COPY docs /opt/t2q/docs
COPY licences /opt/t2q/licences
COPY t2q t2q.jar t2q-aeron.jar /opt/t2q/

# Results and the cache of recordings are below the working directory, for any user. ssh requires an entry in /etc/passwd, so
# only the user of the image can use it; its files are in .ssh of that directory.
ENV HOME=/work
WORKDIR /work
RUN echo 't2q:x:10001:10001::/work:/bin/sh' >>/etc/passwd && echo 't2q:x:10001:' >>/etc/group && chown 10001:10001 /work
USER 10001:10001
ENTRYPOINT ["/opt/t2q/t2q"]
CMD ["--help"]
