/** The lists of orders: each has an index of only its orders, by the time that the list is sorted by. */
const LISTS = [
  [
    'orders_to_fulfil',
    'created_at',
    `fulfilment in ('unfulfilled', 'partially-fulfilled')
      and state in ('paid', 'refunded-in-part') and payment_link = 'none'`,
  ],
  ['orders_need_attention', 'created_at', `state = 'needs-attention' or payment_link = 'closed'`],
  ['orders_unpaid', 'created_at', `state = 'pending' or payment_link = 'open'`],
  [
    'orders_ready_for_pickup',
    'created_at',
    `delivery = 'pickup' and fulfilment in ('fulfilled', 'partially-fulfilled')
      and picked_up_at is null and state in ('paid', 'fulfilled', 'refunded-in-part')`,
  ],
  [
    'orders_partly_picked_up',
    'created_at',
    `delivery = 'pickup' and has_pickups = 1 and fulfilment in ('fulfilled', 'partially-fulfilled')
      and not (fulfilment = 'fulfilled' and picked_up_at is not null)
      and state in ('paid', 'fulfilled', 'refunded-in-part')`,
  ],
  ['orders_pending', 'updated_at', `state = 'pending'`],
] as const

const LIST_INDEXES = LISTS.map(([name, time, condition]) => {
  const isListed = `(case when ${condition} then 1 end)`
  return `create index ${name} on orders (${isListed}, ${time}, id) where ${isListed} is not null`
})

export const ORDER_TABLES = `
create table orders (
  id text primary key,
  number text not null unique,
  checkout_id text not null unique,
  state text not null,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  city text not null,
  region text not null,
  country text not null,
  postal text not null,
  note text not null,
  subtotal_cents integer not null,
  total_cents integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  paid_at bigint,
  search_text text default '' not null,
  version integer default 1 not null,
  erased_at bigint,
  erasure text,
  adjustments_cents integer default 0 not null,
  fulfilment text default 'unfulfilled' not null,
  made_by text,
  delivery text default 'ship' not null,
  policies_version integer,
  tax_version integer default 0 not null,
  shipping_method text default 'standard' not null,
  shipping_name text default 'Shipping' not null,
  shipping_least_days integer default 7 not null,
  shipping_most_days integer default 14 not null,
  shipping_version integer default 0 not null,
  duty_terms text,
  balance_due_cents integer default 0 not null,
  payment_link text default 'none' not null,
  picked_up_at bigint,
  tax_day text,
  has_pickups integer default 0 not null,
  constraint orders_total check (total_cents = subtotal_cents + adjustments_cents)
)

create index orders_by_time on orders (created_at, id)

create index orders_by_state_and_time on orders (state, created_at, id)

create index orders_by_payment on orders (paid_at, id) where paid_at is not null

create index orders_never_paid on orders (updated_at)
  where paid_at is null and erased_at is null and state <> 'pending'

create index orders_waiting_by_email on orders (lower(email), created_at)
  where fulfilment = 'unfulfilled' and state in ('paid', 'refunded-in-part')

create index orders_waiting_by_address on orders (lower(postal), lower(address), created_at)
  where fulfilment = 'unfulfilled' and state in ('paid', 'refunded-in-part')

create table order_lines (
  order_id text not null references orders (id),
  position integer not null,
  product_id text not null,
  name text not null,
  size text not null,
  unit_price_cents integer not null,
  quantity integer not null check (quantity >= 1),
  picture_key text,
  restocked integer default 0 not null check (restocked >= 0 and restocked <= quantity),
  restocked_sent integer default 0 not null,
  tax_free integer default 0 not null,
  weight_grams integer,
  hs_code text default '' not null,
  origin_country text default '' not null,
  constraint order_lines_pk primary key (order_id, position)
)

create index order_lines_by_picture on order_lines (picture_key) where picture_key is not null

create table order_events (
  id bigserial primary key,
  order_id text not null references orders (id),
  at bigint not null,
  kind text not null,
  detail text not null,
  actor text default 'system' not null,
  key text
)

create index order_events_by_order on order_events (order_id, id)

create unique index order_events_once on order_events (order_id, key) where key is not null

create table erasures (
  id text primary key,
  at bigint not null,
  "by" text not null,
  orders integer not null,
  messages integer not null,
  subscriptions integer not null
)

create index erasures_by_time on erasures (at, id)

create table order_adjustments (
  order_id text not null references orders (id),
  position integer not null,
  kind text not null,
  label text not null,
  amount_cents integer not null,
  line_position integer,
  tax_kind text,
  milli_percent integer,
  of_shipping_cents integer default 0 not null,
  contained_cents integer default 0 not null
    check (contained_cents = 0 or (contained_cents > 0 and amount_cents = 0)),
  shares text,
  constraint order_adjustments_pk primary key (order_id, position),
  constraint order_adjustments_line
    foreign key (order_id, line_position) references order_lines (order_id, position)
)

create table packing_claims (
  order_id text primary key references orders (id),
  bench text not null,
  claimed_by text not null,
  claimed_at bigint not null,
  seen_at bigint not null,
  packed_at bigint
)

create index packing_claims_seen on packing_claims (seen_at)

create table order_shipments (
  order_id text not null references orders (id),
  number integer not null,
  sent_at bigint not null,
  sent_by text not null,
  carrier text not null,
  tracking_number text not null,
  tracking_link text not null,
  undone_at bigint,
  constraint order_shipments_pk primary key (order_id, number)
)

create table order_shipment_lines (
  order_id text not null,
  shipment integer not null,
  line_position integer not null,
  quantity integer not null check (quantity > 0),
  constraint order_shipment_lines_pk primary key (order_id, shipment, line_position),
  constraint order_shipment_lines_shipment
    foreign key (order_id, shipment) references order_shipments (order_id, number),
  constraint order_shipment_lines_line
    foreign key (order_id, line_position) references order_lines (order_id, position)
)

create table sales_days (
  day bigint primary key,
  changes bigint default 0 not null,
  counted_changes bigint,
  counted_at bigint,
  sales text,
  so_far text,
  so_far_until bigint,
  so_far_changes bigint
)

create table order_pickups (
  order_id text not null,
  number integer not null,
  line_position integer not null,
  quantity integer not null check (quantity > 0),
  picked_up_at bigint not null,
  handed_over_by text not null,
  undone_at bigint,
  constraint order_pickups_pk primary key (order_id, number, line_position),
  constraint order_pickups_line foreign key (order_id, line_position) references order_lines (order_id, position)
)

${LIST_INDEXES.join('\n\n')}
`
