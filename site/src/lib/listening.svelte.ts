/**
 * Whether the page listens. What comes from the server is drawn before its script has taken it over; what would be lost
 * until then is disabled: every control that needs the script says `disabled={!listening.now}`.
 */
class Listening {
	/** False on the server and until the first page of a visit has been taken over; pages made later listen at once. */
	now = $state(false);
}

export const listening = new Listening();
