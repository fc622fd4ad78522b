/** The home page and its newsletter box. */

export const pageTitle = 'Redemption – Là où le style croise la rue'
export const description =
  'Redemption s’habille en rouge. Mode urbaine de Saskatoon : t-shirts, kangourous, pantalons et accessoires.'
/** The same of a shop with another name. */
export const descriptionOf = (name: string, tagline: string) => `${name}. ${tagline}.`

export const tagline = 'Là où le style croise la rue'
export const shopAll = 'TOUT VOIR'
export const newest = 'Nouveautés'
export const pauseVideo = 'Mettre la vidéo d’arrière-plan en pause'
export const playVideo = 'Lire la vidéo d’arrière-plan'

export const newsletter = 'Joignez-vous à la communauté'
export const newsletterNote =
  'Nouveautés et retours en stock, directement de Saskatoon. Vous recevrez un lien de confirmation par courriel. Désabonnez-vous en tout temps.'
/** The same of a shop with another name. */
export const newsletterNoteOfAny =
  'Nouveautés et retours en stock. Vous recevrez un lien de confirmation par courriel. Désabonnez-vous en tout temps.'
export const yourEmail = 'Votre adresse courriel'
export const emailPlaceholder = 'VOTRE COURRIEL...'
export const leaveEmpty = 'Laissez ce champ vide'
export const submit = 'S’ABONNER'
export const submitting = 'ENVOI EN COURS...'
/** Spec 2. */
export const subscribed = 'Merci de votre abonnement!'
/** Spec 2. */
export const subscribeFailed = 'Oups! Une erreur s’est produite. Veuillez réessayer.'

/** For the console (spec 8). */
export const invalidResponse = 'Le serveur a renvoyé une réponse non valide. Vérifiez qu’il est en marche.'
export const httpError = (status: number) => `Erreur HTTP, code ${status}`
export const failedToSubscribe = (reason: string) => `Échec de l’abonnement : ${reason}`
