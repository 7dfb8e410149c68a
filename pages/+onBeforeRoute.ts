/** `/de/…` is the German form of `/…` (I18-04…06). Routes and pages see only the latter. */
export function onBeforeRoute(pageContext: { logicalUrl: string }) {
  return { pageContext: { urlLogical: pageContext.logicalUrl } };
}
