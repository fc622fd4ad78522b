export const UPKEEP_TABLES = `
create table settings (
  name text primary key,
  value text not null
)

create table connection_states (
  need text primary key,
  supplier text not null,
  worked_at bigint,
  failing_since bigint,
  failed_at bigint,
  failure text,
  alerted_at bigint,
  working_since bigint
)

create table backup_jobs (
  job text primary key,
  leased_by text,
  leased_until bigint default 0 not null,
  wanted_at bigint,
  began_at bigint,
  ended_at bigint,
  progress text default '' not null,
  result text default '' not null,
  failure text,
  failing_since bigint
)

create table backups (
  name text primary key,
  place text not null,
  taken_at bigint not null,
  shop_version text not null,
  database_bytes bigint not null,
  stored_bytes bigint not null,
  pictures integer not null,
  sealed integer not null,
  rehearsed_at bigint,
  rehearsal_failure text
)

create table shop_settings (
  name text not null,
  version integer not null,
  value text not null,
  changed_at bigint not null,
  changed_by text,
  summary text not null,
  constraint shop_settings_pk primary key (name, version)
)

create table announcements (
  id integer primary key,
  count bigint not null
)

create table samples (
  at bigint not null,
  process text not null,
  requests integer not null,
  failures integer not null,
  slow_ms integer,
  event_loop_ms integer not null,
  memory_bytes bigint not null,
  waiting_tasks integer not null,
  disk_free_bytes bigint not null,
  constraint samples_key primary key (at, process)
)

create table shop_problems (
  kind text primary key,
  since bigint not null,
  detail text not null,
  alerted_at bigint
)

create table backfills (
  name text primary key,
  last_key text,
  filled bigint default 0 not null,
  done_at bigint
)

create table setting_pictures (
  setting text not null,
  key text not null,
  constraint setting_pictures_pk primary key (key, setting)
)
`
