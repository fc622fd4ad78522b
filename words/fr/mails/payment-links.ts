import { LANGUAGE as language } from '#words/fr/language.ts'

/** The emails about a payment link, with which a customer pays the extra cost of a changed order. */

export const LANGUAGE = language

const changeOf = {
  items: (before: string, after: string) => `${after}, au lieu de ${before}`,
  address: (_before: string, after: string) => `la nouvelle adresse est ${after}`,
}

/** What was changed, as a sentence without a full stop. */
export const change = (kind: 'items' | 'address', before: string, after: string) =>
  changeOf[kind](before, after)

export const request = {
  subject: (number: string, amount: string) =>
    `Il reste ${amount} à payer pour votre commande Redemption ${number}`,
  heading: (amount: string) => `Votre commande a changé : il reste ${amount} à payer`,
  changed: (number: string, changes: string) => `Nous avons modifié la commande ${number} : ${changes}.`,
  pay: (amount: string, day: string) =>
    `Veuillez payer ${amount} au plus tard le ${day}. Nous expédierons votre commande dès que ce sera fait.`,
  payPickup: (amount: string, day: string) =>
    `Veuillez payer ${amount} au plus tard le ${day}. Nous préparerons votre commande dès que ce sera fait.`,
  wrong: 'Si vous n’avez pas demandé ce changement, répondez à ce courriel.',
  button: (amount: string) => `Payer ${amount}`,
  toPay: 'Reste à payer',
}

export const received = {
  subject: (number: string) => `Nous avons reçu votre paiement pour la commande ${number}`,
  heading: 'Merci pour votre paiement!',
  paid: (amount: string, number: string) =>
    `Nous avons reçu ${amount} pour la modification de votre commande ${number}. Il ne reste rien à payer.`,
  sending: 'Nous préparons votre commande.',
}

export const closed = {
  subject: (number: string) => `Il ne reste rien à payer pour la commande ${number}`,
  heading: 'Il ne reste rien à payer',
  settled: (amount: string, number: string) =>
    `Le montant de ${amount} pour la modification de votre commande ${number} est réglé. Vous pouvez ignorer notre lien de paiement.`,
  undone: (number: string) =>
    `Nous avons annulé la modification de votre commande ${number} : il n’y a donc rien à payer. Vous pouvez ignorer notre lien de paiement.`,
  returned: (number: string) =>
    `Tout ce que vous aviez payé pour la commande ${number} a été remboursé : il ne reste donc rien à payer. Vous pouvez ignorer notre lien de paiement.`,
}

export const returned = {
  subject: (number: string) => `Votre remboursement est en route : commande ${number}`,
  heading: 'Il ne vous restait rien à payer',
  returning: (amount: string, number: string) =>
    `Votre paiement de ${amount} pour la commande ${number} est arrivé quand il ne restait rien à payer. Nous remboursons la totalité sur votre carte. Le remboursement y apparaît habituellement en 5 à 10 jours ouvrables.`,
}
