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

export const wordsOf = (item: string) => `En dire plus : ${item}`
export const yourWords = 'Vos mots (facultatif)'
export const wordsNext =
  'Nous les lisons d’abord. Ils peuvent ensuite paraître sur la page du produit, avec votre taille. Si c’est vide, rien ne paraît.'
export const wordsStates = {
  waiting:
    'Nous les lisons d’abord. Ils peuvent ensuite paraître sur la page du produit. Videz le champ pour les retirer.',
  published: 'Ils sont sur la page du produit. Modifiés, ils seront relus. Videz le champ pour les retirer.',
  refused: 'Ils ne sont pas publiés. Vous pouvez les modifier.',
  'taken-down': 'Ils ne sont plus publiés. Vous pouvez les modifier.',
}
export const withName = (name: string) => `Afficher mon prénom, ${name}`
export const sendWords = 'Envoyer ces mots'
export const wordsStored = 'Merci. Vos mots sont enregistrés.'

export const said = 'Ce qu’on en dit'
export const by = (name: string, size: string, answer: string) =>
  name === '' ? `Taille ${size} : ${answer}` : `${name}, taille ${size} : ${answer}`

export const ownAnswers = 'Comment taillent vos articles'
export const isAsked = 'Quelques jours après la livraison, nous vous demandons comment taillent vos articles.'
export const notAsked = 'Nous ne vous demandons pas comment taillent vos articles.'
export const askMe = 'Me le demander'
export const deleteAnswer = 'Supprimer'
export const deleteAnswerOf = (item: string) => `Supprimer votre réponse sur l’article suivant : ${item}`
export const ownAnswer = (item: string, answer: string) => `${item} : ${answer}`
export const ownStates = {
  waiting: 'Nous n’avons pas encore lu vos mots.',
  published: 'Vos mots sont publiés.',
  refused: 'Vos mots ne sont pas publiés.',
  'taken-down': 'Vos mots ne sont plus publiés.',
}

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
