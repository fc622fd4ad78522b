import * as account from './account.ts'
import * as cart from './cart.ts'
import * as catalogue from './catalogue.ts'
import * as checkoutCheckout from './checkout/checkout.ts'
import * as checkoutFields from './checkout/fields.ts'
import * as checkoutRefusals from './checkout/refusals.ts'
import * as checkoutTestGateway from './checkout/test-gateway.ts'
import * as countries from './countries.ts'
import * as drop from './drop.ts'
import * as dropRoom from './drop-room.ts'
import * as dropWork from './drop-work.ts'
import * as draw from './draw.ts'
import * as documents from './documents.ts'
import * as emailSuggestion from './email-suggestion.ts'
import * as fit from './fit.ts'
import * as frame from './frame.ts'
import * as giftCard from './gift-card.ts'
import * as home from './home.ts'
import * as inList from './in-list.ts'
import * as language from './language.ts'
import * as mailsAlerts from '#words/en/mails/alerts.ts'
import * as mailsBackups from '#words/en/mails/backups.ts'
import * as mailsDraws from './mails/draws.ts'
import * as mailsReminders from './mails/reminders.ts'
import * as mailsEarlyAccess from './mails/early-access.ts'
import * as mailsGiftCard from './mails/gift-card.ts'
import * as mailsLayout from './mails/layout.ts'
import * as mailsLostPayments from './mails/lost-payments.ts'
import * as mailsNewsletter from './mails/newsletter.ts'
import * as mailsOperations from './mails/operations.ts'
import * as mailsOrders from './mails/orders.ts'
import * as mailsPaymentLinks from './mails/payment-links.ts'
import * as mailsProblems from '#words/en/mails/problems.ts'
import * as mailsSignIn from './mails/sign-in.ts'
import * as mailsReturns from './mails/returns.ts'
import * as mailsStaff from '#words/en/mails/staff.ts'
import * as mailsStoreCredit from './mails/store-credit.ts'
import * as mailsTasks from '#words/en/mails/tasks.ts'
import * as mailsWithdrawal from './mails/withdrawal.ts'
import * as newsletter from './newsletter.ts'
import * as ownChanges from './own-changes.ts'
import * as ownOrder from './own-order.ts'
import * as pagesAbout from './pages/about.ts'
import * as pagesBusy from './pages/busy.ts'
import * as pagesContactForm from './pages/contact-form.ts'
import * as pagesContact from './pages/contact.ts'
import * as pagesDeliveryReturns from './pages/delivery-returns.ts'
import * as pagesPolicies from './pages/policies.ts'
import * as pagesPrivacyPolicy from './pages/privacy-policy.ts'
import * as pagesProblem from './pages/problem.ts'
import * as partner from './partner.ts'
import * as paymentLink from './payment-link.ts'
import * as preorder from './preorder.ts'
import * as product from './product.ts'
import * as promotions from './promotions.ts'
import * as recentlyViewed from './recently-viewed.ts'
import * as reminder from './reminder.ts'
import * as returns from './returns.ts'
import * as saved from './saved.ts'
import * as searchEngines from './search-engines.ts'
import * as shipping from './shipping.ts'
import * as shop from './shop.ts'
import * as storeCredit from './store-credit.ts'
import * as suggestions from './suggestions.ts'
import * as thankYou from './thank-you.ts'
import * as totals from './totals.ts'
import * as wallets from './wallets.ts'
import * as withdrawal from './withdrawal.ts'

/**
 * Everything that the shop says to shoppers, and every email to them, in the French of Quebec: each screen's module by
 * its name. Staff and owners read their emails in English.
 */
export const french = {
  account,
  cart,
  catalogue,
  'checkout/checkout': checkoutCheckout,
  'checkout/fields': checkoutFields,
  'checkout/refusals': checkoutRefusals,
  'checkout/test-gateway': checkoutTestGateway,
  countries,
  drop,
  'drop-room': dropRoom,
  'drop-work': dropWork,
  draw,
  documents,
  'email-suggestion': emailSuggestion,
  fit,
  frame,
  'gift-card': giftCard,
  home,
  'in-list': inList,
  language,
  'mails/alerts': mailsAlerts,
  'mails/backups': mailsBackups,
  'mails/draws': mailsDraws,
  'mails/reminders': mailsReminders,
  'mails/early-access': mailsEarlyAccess,
  'mails/gift-card': mailsGiftCard,
  'mails/layout': mailsLayout,
  'mails/lost-payments': mailsLostPayments,
  'mails/newsletter': mailsNewsletter,
  'mails/operations': mailsOperations,
  'mails/orders': mailsOrders,
  'mails/payment-links': mailsPaymentLinks,
  'mails/problems': mailsProblems,
  'mails/sign-in': mailsSignIn,
  'mails/returns': mailsReturns,
  'mails/staff': mailsStaff,
  'mails/store-credit': mailsStoreCredit,
  'mails/tasks': mailsTasks,
  'mails/withdrawal': mailsWithdrawal,
  newsletter,
  'own-changes': ownChanges,
  'own-order': ownOrder,
  'pages/about': pagesAbout,
  'pages/busy': pagesBusy,
  'pages/contact-form': pagesContactForm,
  'pages/contact': pagesContact,
  'pages/delivery-returns': pagesDeliveryReturns,
  'pages/policies': pagesPolicies,
  'pages/privacy-policy': pagesPrivacyPolicy,
  'pages/problem': pagesProblem,
  partner,
  'payment-link': paymentLink,
  preorder,
  product,
  promotions,
  'recently-viewed': recentlyViewed,
  reminder,
  returns,
  saved,
  'search-engines': searchEngines,
  shipping,
  shop,
  'store-credit': storeCredit,
  suggestions,
  'thank-you': thankYou,
  totals,
  wallets,
  withdrawal,
}
