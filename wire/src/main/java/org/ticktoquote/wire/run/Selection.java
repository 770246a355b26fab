package org.ticktoquote.wire.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.Endpoint;

/**
 * Selection of connections or datagrams by the user: {@code HOST:PORT} or {@code :PORT} of the side that sends the prices (for
 * datagrams, of their destination), or a CompID of a FIX session.
 *
 * @param text text as the user wrote it
 * @param addresses addresses of {@code HOST:PORT}; empty for other texts, and if the host is unknown
 * @param codec codec of ticks, {@code sbe} or {@code fix}, with the tag of their ids as in {@code fix:278}; empty if not given
 */
public record Selection(String text, Set<InetSocketAddress> addresses, String codec) {
    /** Tag of a tick's id in messages of t2q's own FIX venues. */
    static final int VENUE_ID_TAG = 299;

    private static final Pattern CODEC = Pattern.compile("sbe|fix(?::(\\d{1,5}))?");

    /** Parses the value of an option. */
    public static Selection of(String option, String value) {
        int comma = value.lastIndexOf(',');
        String codec = comma < 0 ? "" : value.substring(comma + 1);
        String text = comma < 0 ? value : value.substring(0, comma);
        if (text.isEmpty() || comma >= 0 && !CODEC.matcher(codec).matches()) {
            String form = "HOST:PORT, :PORT or a CompID, and after a comma sbe, fix or fix:TAG, the tag of a tick's id";
            throw Problem.of(option).value(value).expected(form).exception();
        }
        return new Selection(text, addresses(text), codec);
    }

    private static Set<InetSocketAddress> addresses(String text) {
        try {
            Endpoint endpoint = Endpoint.parse(text);
            return Stream.of(InetAddress.getAllByName(endpoint.host()))
                    .map(host -> new InetSocketAddress(host, endpoint.port()))
                    .collect(Collectors.toSet());
        } catch (ProblemException | UnknownHostException e) {
            return Set.of();
        }
    }

    @Override
    public String toString() {
        return codec.isEmpty() ? text : text + "," + codec;
    }

    boolean isFix() {
        return codec.startsWith("fix");
    }

    /** Returns the tag of a tick's id in the messages of a venue. */
    int idTag() {
        Matcher tag = CODEC.matcher(codec);
        return tag.matches() && tag.group(1) != null ? Integer.parseInt(tag.group(1)) : VENUE_ID_TAG;
    }

    boolean isAt(InetSocketAddress address) {
        return text.equals(":" + address.getPort()) || addresses.contains(address);
    }
}
