import * as english from '#words/en/mails/lost-payments.ts'

/** The email to a customer about a payment whose order the shop lost with its disk. The one to the owner is English. */

export const { alert } = english

export const order = 'Commande'

export const notice = {
  subject: (number: string) => `Nous avons perdu la commande ${number} et vous remboursons`,
  heading: 'Nous avons perdu votre commande',
  why: (amount: string) =>
    `À la suite d’une panne de notre côté, nous avons perdu votre commande après votre paiement et ne pouvons pas l’expédier. Nous avons remboursé ${amount} sur votre carte. Le remboursement y apparaît habituellement en 5 à 10 jours ouvrables.`,
  next: 'Toutes nos excuses. Si vous voulez encore ces articles, veuillez les commander de nouveau.',
  shop: 'Retour à la boutique',
}
