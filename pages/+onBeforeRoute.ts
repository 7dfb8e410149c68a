/** `/de/…` is the German form of `/…` (I18-04…06); routes and pages know only the form without the prefix. */
export function onBeforeRoute(pageContext: { logicalUrl: string }) {
  return { pageContext: { urlLogical: pageContext.logicalUrl } };
}
