/** The email with the link that opens a drop before the sale. */

export const subject = (drop: string) => `Votre accès anticipé : ${drop}`
/** `time`: `vendredi 4 décembre à 18 h 00` */
export const next = (time: string) =>
  `Ouvrez ce lien sur le téléphone ou l’ordinateur avec lequel vous magasinez. Il fonctionne une seule fois : ce navigateur pourra ensuite commander avant tout le monde. La vente générale commence le ${time}.`
export const open = 'Ouvrir l’accès anticipé'
export const notYou =
  'Si vous n’avez pas demandé ce lien, ignorez ce courriel. Ne transmettez ce lien à personne.'
