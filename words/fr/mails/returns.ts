/** The emails about a return, by what became of it. */

export const steps = {
  asked: {
    subject: (number: string) => `Nous examinons votre retour ${number}`,
    heading: 'Nous examinons votre retour',
    text: 'Nous avons reçu votre demande, et vous écrirons ce que nous décidons.',
  },
  accepted: {
    subject: (number: string) => `Envoyez-nous votre retour ${number}`,
    heading: 'Envoyez-le-nous',
    text: 'Nous acceptons votre retour. Emballez-le bien et mettez le bordereau dans le colis : vous le trouverez sur la page de votre commande, sous « Retourner des articles ».',
  },
  declined: {
    subject: (number: string) => `Nous ne pouvons pas reprendre votre retour ${number}`,
    heading: 'Nous ne pouvons pas le reprendre',
    text: 'Nous avons examiné votre retour, et ne pouvons pas le reprendre.',
  },
  received: {
    subject: (number: string) => `Nous avons reçu votre retour ${number}`,
    heading: 'Votre retour est arrivé',
    text: 'Nous l’avons reçu. Nous le remboursons ensuite, et vous écrivons.',
  },
}
export const items = 'Articles'
export const label = 'Votre étiquette'
export const answer = 'De notre part'
export const instructions = 'Comment l’envoyer'
