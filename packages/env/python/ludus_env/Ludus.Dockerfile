# The image of LudusArena. CodeClash builds it in its working folder, which must contain ludus-0.1.0.tgz (`npm run pack`).
FROM node:26-bookworm-slim
ARG GAME=trails
ARG LANGUAGE=javascript
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git python3 \
  && rm -rf /var/lib/apt/lists/*
COPY ludus-*.tgz /tmp/
RUN npm install --global --no-fund --no-audit /tmp/ludus-*.tgz && rm /tmp/ludus-*.tgz
# Every player's first bot. The harness fetches from `origin`, so the repository needs one.
RUN ludus new player --game $GAME --lang $LANGUAGE --name Mine \
  && mv Mine /workspace \
  && cd /workspace \
  && rm -rf node_modules \
  && git init --initial-branch main \
  && git add --all \
  && git -c user.name=Ludus -c user.email=ludus@localhost commit --quiet --message 'Start' \
  && git clone --quiet --bare . /opt/origin.git \
  && git remote add origin /opt/origin.git
WORKDIR /workspace
