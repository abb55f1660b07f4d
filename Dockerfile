FROM python:3.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 DATA_DIR=/data
RUN apt-get update \
    && apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin dramatis \
    && install -d -o dramatis -g dramatis /data /data/media

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# The key is for this one command and is not kept.
RUN LOCAL=1 SECRET_KEY=only-while-collecting python manage.py collectstatic --noinput --verbosity 0

USER dramatis
EXPOSE 8000
CMD ["python", "-m", "config.web"]
