/** What somebody does before entering a waiting room or a draw that programs attack. */

export const puzzle =
  'Des programmes tentent d’entrer en ce moment. Quand vous appuyez sur le bouton, votre navigateur fait d’abord un calcul, qui prend quelques secondes.'
export const without =
  'Il lui faut JavaScript. Sans JavaScript, une personne de votre réseau peut entrer toutes les dix minutes.'
export const working = 'Votre navigateur fait le calcul, qui prend quelques secondes.'
export const refused =
  'Votre entrée n’est pas encore enregistrée : le calcul n’a pas été fait, et une personne de votre réseau vient d’entrer sans le faire. Activez JavaScript et réessayez maintenant, ou réessayez dans dix minutes.'
