package org.ticktoquote.core.net;

/**
 * A FIX venue that a feed is, as an application finds it.
 *
 * @param name of the venue, and its CompID
 * @param beginString version of its sessions (8)
 * @param application the first CompID that may log on
 * @param host that it listens at
 * @param port likewise
 */
public record FeedVenue(String name, String beginString, String application, String host, int port) {

    /** In the form that the built-in application takes. */
    public String address() {
        return "fix://" + new Endpoint(host, port) + "?version=" + beginString + "&sender=" + application + "&target="
                + name;
    }
}
