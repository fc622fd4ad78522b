/** The row of products that the visitor looked at before. */

export const recentlyViewed = 'Recently viewed'
export const clearRecentlyViewed = 'Clear'
export const recentlyViewedCleared = 'Your recently viewed products have been cleared.'
