"""Django's settings. What differs between installations comes from `config.environment`."""

from psycopg.conninfo import conninfo_to_dict

from config import environment, logs

ENV = environment.read()
BASE_DIR = environment.ROOT
LOCAL = ENV.local
DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key
SECRET_KEY_FALLBACKS = ENV.secret_key_fallbacks.split()
ALLOWED_HOSTS = ENV.hosts
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "config.apps.SiteConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "template_partials",
    "rules",
    "spells",
    "characters",
    "campaigns",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "config.time_limit.TimeLimit",
    "config.private.keep_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "characters.visits.renew_sessions",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.refused.say_not_allowed",
    "allauth.account.middleware.AccountMiddleware",
    "config.log_in_first.LogInFirst",
    "config.refused.SayRefused",
]

LOADERS = ["config.templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("template_partials.loader.Loader", [("django.template.loaders.cached.Loader", LOADERS)])],
            "builtins": ["rules.templatetags.cites"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "characters.visits.visitor",
                "campaigns.news.bar.unread_news",
            ],
        },
    }
]

# --- What is kept -------------------------------------------------------------------------------------------
#: Threads of a web process, and its connections to the database: no thread waits for one.
THREADS = 4
address = conninfo_to_dict(ENV.database_url)
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": address.pop("dbname", "dramatis"),
        "USER": address.pop("user", ""),
        "PASSWORD": ENV.database_password or address.pop("password", ""),
        "HOST": address.pop("host", ""),
        "PORT": address.pop("port", ""),
        "CONN_HEALTH_CHECKS": True,
        "TEST": {"NAME": ENV.test_database or None},
        "OPTIONS": {
            **address,
            # So that "invisble" finds Invisibility; PostgreSQL's own 0.6 does not.
            "options": f"{address.get('options', '')} -c pg_trgm.word_similarity_threshold=0.5".strip(),
            # Plans are kept for the few queries that come with every click (characters/prepared_queries.py).
            "prepare_threshold": 5,
            "pool": {"min_size": 1, "max_size": THREADS, "timeout": 10},
        },
    }
}
# What log-ins are counted by: where the accounts are, so that the limits hold, and open, with nothing else away.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        "KEY_PREFIX": "dramatis",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
#: Portraits, printed sheets and the like. Never served from here: views check access and answer the file.
MEDIA_ROOT = ENV.data_dir / "media"
STATIC_URL = "static/"
STATIC_ROOT = ENV.data_dir / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
HASHED_NAMES = ENV.static_manifest and not DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if HASHED_NAMES
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# --- People -------------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORDS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{PASSWORDS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{PASSWORDS}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{PASSWORDS}.CommonPasswordValidator"},
]
# The largest step of the demonstration sends 126 fields, and an entry of a list at most ten, so that
# `characters.limits.ENTRIES` of them send 2,000; the rest is room for ticks. A build as large as it may be takes 768 kB
# in a form, and a pasted document one megabyte (`rules.uploads`).
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
#: Of its thread's processor time, waiting left out: a request that takes more is ended.
REQUEST_SECONDS = 10.0

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 600
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Dramatis] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if LOCAL else "https"
# Beside allauth's own: how many visitors without an account may begin to keep something, how many pictures are read.
ACCOUNT_RATE_LIMITS = {"new_guest": "30/h/ip", "picture": "60/h/ip"}
ALLAUTH_TRUSTED_PROXY_COUNT = ENV.trusted_proxies
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Dramatis"
MFA_ADAPTER = "config.accounts.MFAAdapter"
MESSAGE_STORAGE = "config.messages.Newest"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.log_in_first.expired"
CSRF_COOKIE_HTTPONLY = True

# --- The browser --------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: [] for feature in ("camera", "geolocation", "microphone", "payment", "usb", "midi", "gyroscope")
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if not LOCAL:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
if ENV.trusted_proxies:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Jobs: the row comes first, so a lost message is only a delay -------------------------------------------
CELERY_BROKER_URL = ENV.broker_url
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the longest task, else it would run twice.
    "visibility_timeout": 180,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    # Nobody's request waits for the broker: twice this is less than a second, and then the row waits for the sweeper.
    "socket_timeout": 0.4,
    "socket_connect_timeout": 0.4,
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
#: Prints whose message or worker was lost are asked for again. A clock's word that nobody heard in time goes stale.
CELERY_BEAT_SCHEDULE = {
    "sweep prints": {"task": "characters.sweep_prints", "schedule": 5.0, "options": {"expires": 5}},
    "letters": {"task": "campaigns.send_letters", "schedule": 3600.0, "options": {"expires": 3600}},
    "letters-at-once": {"task": "campaigns.send_at_once", "schedule": 60.0, "options": {"expires": 60}},
    "clear": {"task": "characters.clear", "schedule": 3600.0, "options": {"expires": 3600}},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(ENV.data_dir / "celerybeat-schedule")

# --- Words, time, post, logs --------------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
#: What allauth says, in the words of this site.
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_FROM_EMAIL = ENV.email_from
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if ENV.email_url:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = ENV.email_server.hostname, ENV.email_server.port or 587
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = ENV.email_login
    EMAIL_USE_TLS = True
    EMAIL_TIMEOUT = 10
LOGGING_CONFIG = "config.logs.configure"
LOGGING = logs.plan(level=ENV.log_level, machine_readable=not LOCAL)
