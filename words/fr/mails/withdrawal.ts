/** The receipt for a withdrawal from a contract, and what the confirmation of an order says about the right to it. */

export const subject = 'Nous avons reçu votre rétractation du contrat'
export const received =
  'Votre rétractation du contrat ci-dessous est enregistrée. Conservez ce courriel : c’est votre accusé de réception.'
export const next =
  'Vous n’avez pas à donner de raison. Si vous avez déjà les articles, retournez-les dans les 14 jours; nous vous dirons comment par courriel. Nous vous rembourserons le montant payé pour ces articles, livraison standard comprise, par le mode de paiement utilisé, dans les 14 jours suivant cet avis ou dès que nous aurons les articles ou votre preuve d’envoi.'
export const facts = {
  name: 'Nom',
  contract: 'Contrat',
  part: 'Articles visés',
  email: 'Accusé de réception envoyé à',
  time: 'Réception',
}
export const whole = 'Tout le contrat'

export const right = (address: string) =>
  `Vous pouvez vous rétracter de ce contrat jusqu’à 14 jours après avoir reçu le dernier colis, sans donner de raison : ${address}`
