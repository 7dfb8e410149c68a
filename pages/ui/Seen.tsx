/** What the administrator saw of a thing goes along with the change, so that two do not overrule each other unknowingly. */
export const Seen = ({ version }: { version: string }) => <input type="hidden" name="seen" value={version} />;
