export const CATALOG_TABLES = `
create table products (
  id text primary key,
  name text not null,
  price_cents integer not null check (price_cents >= 0),
  category text not null,
  description text not null,
  stock integer check (stock >= 0),
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  archived_at bigint,
  compare_at_cents bigint,
  published_from bigint,
  published_until bigint,
  weight_grams integer,
  draft integer default 0 not null check (draft in (0, 1)),
  tax_free integer default 0 not null check (tax_free in (0, 1)),
  color text default '' not null,
  style_number text default '' not null,
  gender text default '' not null,
  age_group text default '' not null,
  hs_code text default '' not null,
  origin_country text default '' not null,
  search_title text default '' not null,
  search_description text default '' not null
)

create index products_listed on products (created_at, id) where archived_at is null

create index products_by_price on products (price_cents, created_at desc, id desc) where archived_at is null

create index products_by_name on products (lower(name), created_at desc, id desc) where archived_at is null

create index products_by_category on products (category, created_at, id) where archived_at is null

create index products_by_category_and_price on products (category, price_cents, created_at desc, id desc)
  where archived_at is null

create index products_by_category_and_name on products (category, lower(name), created_at desc, id desc)
  where archived_at is null

create index products_by_style on products (style_number, created_at, id) where style_number <> ''

create index products_published_from on products (published_from) where published_from is not null

create index products_published_until on products (published_until) where published_until is not null

create table product_sizes (
  product_id text not null references products (id),
  size text not null,
  stock integer check (stock >= 0),
  position integer default 0 not null,
  constraint product_sizes_pk primary key (product_id, size)
)

create index product_sizes_low on product_sizes (product_id) where stock <= 2

create table pictures (
  product_id text not null references products (id),
  position integer not null,
  key text not null,
  alt text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  constraint pictures_pk primary key (product_id, position)
)

create index pictures_by_key on pictures (key)

create table rates (
  base text not null,
  quote text not null,
  rate double precision not null check (rate > 0),
  as_of text not null,
  source text not null,
  fetched_at bigint not null,
  constraint rates_pk primary key (base, quote)
)

create table size_charts (
  category text primary key,
  version integer not null,
  chart text not null,
  updated_at bigint not null
)

create table picture_marks (
  key text primary key,
  wanted_at bigint not null,
  removing_since bigint
)

create table content_sources (
  place text primary key,
  begun_at bigint not null,
  next_at bigint default 0 not null,
  leased_by text,
  leased_until bigint default 0 not null,
  read_at bigint,
  full_at bigint,
  records integer default 0 not null,
  missing integer default 0 not null,
  failure text,
  failing_since bigint
)

create table mirrored_records (
  place text not null,
  product_id text not null,
  record_id text,
  agreed text,
  theirs text,
  sent text default '{}' not null,
  clash text default '[]' not null,
  problem text default '{}' not null,
  refused text,
  pictures text default '{}' not null,
  unusable text default '{}' not null,
  product_version integer default 0 not null,
  gone integer default 0 not null,
  missed integer default 0 not null,
  creating_at bigint,
  write_task text,
  unsettled integer default 0 not null,
  revision integer default 1 not null,
  constraint mirrored_records_key primary key (place, product_id)
)

create unique index mirrored_records_record on mirrored_records (place, record_id)

create table rate_refreshes (
  source text primary key,
  leased_until bigint not null,
  ask_after bigint not null,
  failures integer not null
)

create table item_codes (
  product_id text not null references products (id),
  size text not null,
  bin text default '' not null,
  barcode text default '' not null,
  sku text default '' not null,
  constraint item_codes_key primary key (product_id, size)
)

create index item_codes_barcode on item_codes (barcode)

create unique index item_codes_sku on item_codes (sku) where sku <> ''

create table search_words (
  id integer primary key check (id = 1),
  version integer not null,
  word_groups text not null,
  updated_at bigint not null
)

create table stock_movements (
  id bigserial primary key,
  product_id text not null,
  size text,
  delta integer not null,
  count_after integer,
  reason text not null,
  actor text not null,
  order_id text,
  at bigint not null
)

create index stock_movements_by_product on stock_movements (product_id, id)
`
