/** The row of products that the visitor looked at before. */

export const recentlyViewed = 'Vus récemment'
export const clearRecentlyViewed = 'Effacer'
export const recentlyViewedCleared = 'La liste des produits vus récemment a été effacée.'
