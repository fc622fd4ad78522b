import { plural } from '#words/fr/language.ts'

/** How pieces fit: the email that asks, the page of its links, and what products say of the answers. */

export const answers = { small: 'Taille petit', true: 'Fidèle à la taille', large: 'Taille grand' }

export const heading = 'Comment ça taille'
export const verdicts = { ...answers, mixed: 'Les avis varient' }
export const shares = (small: number, right: number, large: number) =>
  `${small} % disent petit, ${right} % fidèle à la taille, ${large} % grand`
export const answerCount = (count: number) =>
  plural(count, { one: `${count} réponse`, other: `${count} réponses` })
export const summary = (shares: string, answers: string) => `${shares} (${answers})`
export const bySize = 'Comment chaque taille tombe'
export const ofSize = (size: string, verdict: string) => `${size} : ${verdict}`

export const ask = 'Comment ça vous va?'
export const description = 'Dites comment taillent les articles de votre commande.'
export const intro =
  'Votre réponse aide les autres à choisir leur taille. Nous ne la demandons qu’aux personnes qui ont acheté l’article.'
export const send = 'Envoyer'
export const thanks = 'Merci. Votre réponse est enregistrée.'
export const until = (day: string) => `Vous pouvez la modifier jusqu’au ${day}.`
export const ended = 'Ce lien ne fonctionne plus'
export const endedNext = 'On peut répondre pendant deux mois, au sujet des articles que l’on a gardés.'
export const toTheShop = 'Aller à la boutique'

export const leaving = 'Ne plus recevoir ces courriels?'
export const leavingNext = (email: string) => `Nous avons demandé à ${email} comment taillent vos articles.`
export const leave = 'Ne plus me le demander'
export const left = 'Nous ne vous le demanderons plus'
export const leftNext = (email: string) =>
  `${email} ne recevra plus de courriel qui demande comment taillent les articles.`
export const linkUnknown = 'Ce lien ne fonctionne pas'
export const linkUnknownNext = 'Il a peut-être été coupé. Copiez le lien complet du courriel et réessayez.'

export const mailSubject = (shop: string) => `Comment ça vous va? Votre commande chez ${shop}`
export const mailHeading = 'Comment ça vous va?'
export const mailNext =
  'Un toucher aide les autres à choisir leur taille. Il ouvre une page avec votre réponse; le bouton l’envoie.'
export const mailLeave = 'Ne plus me demander comment ça taille'
