declare const entity: unique symbol

/** The id of an entity: text that cannot be used where the id of another entity is expected. */
type Id<Entity extends string> = string & { readonly [entity]: Entity }

/** The id of an order. Shoppers and staff see its number instead. */
export type OrderId = Id<'order'>
/** The id of a product, as in the address of its page: `wears-red-tee`. */
export type ProductId = Id<'product'>
/** The id of a saved view of the list of orders. */
export type OrderViewId = Id<'order view'>
/** The id of a batch of orders that are packed together. */
export type BatchId = Id<'batch'>
export type DeliveryId = Id<'delivery'>
/** The id of an import of a file. */
export type ImportId = Id<'import'>
export type AnswerId = Id<'answer'>
/** The shop's id of a payment. The gateway's is the `intentId`. */
export type PaymentId = Id<'payment'>
/** The shop's id of a refund or of its correction. For an external refund it is the gateway's. */
export type RefundId = Id<'refund'>
/** The gateway's id of a dispute. */
export type DisputeId = Id<'dispute'>
/** The id of a payment link. */
export type PaymentLinkId = Id<'payment link'>
/** The id of a gift card, or of a customer's store credit. It is not the code. */
export type GiftCardId = Id<'gift card'>
/** The id of a staff member. */
export type StaffId = Id<'staff member'>
/** The id of a key of the staff API. */
export type StaffKeyId = Id<'staff key'>
/** The id of an invitation to the staff. */
export type InvitationId = Id<'invitation'>
/** The id of a message from the contact form. */
export type MessageId = Id<'message'>
/** The id of a return. Customers and staff see its number instead. */
export type ReturnId = Id<'return'>
/** The id of a photo or a label of a return. */
export type ReturnFileId = Id<'return file'>
/** The id of a newsletter subscriber. */
export type SubscriberId = Id<'subscriber'>
/** The id of a newsletter, as one that is sent. */
export type IssueId = Id<'newsletter issue'>
export type ReminderId = Id<'reminder'>
/** What a customer answered about how a piece fits. */
export type FitAnswerId = Id<'fit answer'>
/** The id of a waiting room. */
export type DropRoomId = Id<'drop-room'>
/** The id of an entry in a draw. */
export type DrawEntryId = Id<'draw-entry'>
/** The id of an address that bounced. */
export type BounceId = Id<'bounce'>
export type BlockId = Id<'block'>
/** The id of an address that webhooks are sent to. */
export type WebhookEndpointId = Id<'webhook endpoint'>

/** Brands an order id that comes from outside or was just made. The other readers do the same for their entity. */
export const toOrderId = reader<OrderId>()
/** Brands the id of a saved view. */
export const toOrderViewId = reader<OrderViewId>()
/** Brands the id of a batch. */
export const toBatchId = reader<BatchId>()
export const toDeliveryId = reader<DeliveryId>()
/** Brands the id of an import. */
export const toImportId = reader<ImportId>()
export const toAnswerId = reader<AnswerId>()
/** Brands a product id. Its format is checked on input: `isProductId` (domain/catalog/product-id.ts). */
export const toProductId = reader<ProductId>()
/** Brands a payment id. */
export const toPaymentId = reader<PaymentId>()
/** Brands a refund id. */
export const toRefundId = reader<RefundId>()
/** Brands a dispute id. */
export const toDisputeId = reader<DisputeId>()
/** Brands the id of a payment link. */
export const toPaymentLinkId = reader<PaymentLinkId>()
/** Brands the id of a gift card. */
export const toGiftCardId = reader<GiftCardId>()
/** Brands the id of a staff member. */
export const toStaffId = reader<StaffId>()
/** Brands the id of a key of the staff API. */
export const toStaffKeyId = reader<StaffKeyId>()
/** Brands the id of an invitation to the staff. */
export const toInvitationId = reader<InvitationId>()
/** Brands the id of a message. */
export const toMessageId = reader<MessageId>()
/** Brands the id of a return. */
export const toReturnId = reader<ReturnId>()
/** Brands the id of a photo or a label of a return. */
export const toReturnFileId = reader<ReturnFileId>()
/** Brands the id of a subscriber. */
export const toSubscriberId = reader<SubscriberId>()
export const toIssueId = reader<IssueId>()
export const toReminderId = reader<ReminderId>()
export const toFitAnswerId = reader<FitAnswerId>()
/** Brands the id of a waiting room. */
export const toDropRoomId = reader<DropRoomId>()
/** Brands the id of an entry in a draw. */
export const toDrawEntryId = reader<DrawEntryId>()
/** Brands the id of an address that bounced. */
export const toBounceId = reader<BounceId>()
/** Brands the id of an entry of the block list. */
export const toBlockId = reader<BlockId>()
export const toWebhookEndpointId = reader<WebhookEndpointId>()

/** The only cast to an id. */
function reader<Branded extends Id<string>>() {
  return (text: string): Branded => text as Branded
}
