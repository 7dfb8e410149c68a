/** Sends the state the administrator saw, so that two do not overrule each other unknowingly. */
export const Seen = ({ version }: { version: string }) => <input type="hidden" name="seen" value={version} />;
