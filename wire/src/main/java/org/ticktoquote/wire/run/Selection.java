package org.ticktoquote.wire.run;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.wire.packet.PacketAddress;

/**
 * Selection of connections or datagrams by the user: {@code HOST:PORT} or {@code :PORT} of the side that sends the prices (for
 * datagrams, of their destination), or a CompID of a FIX session.
 *
 * @param text text as the user wrote it
 * @param codec codec of ticks, {@code sbe} or {@code fix}, with the tag of their ids as in {@code fix:278}; empty if not given
 */
public record Selection(String text, String codec) {
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
        return new Selection(text, codec);
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
        String port = ":" + address.getPort();
        String host = address.getAddress().getHostAddress();
        return text.equals(port) || text.equals(host + port) || text.equals(PacketAddress.text(address));
    }
}
