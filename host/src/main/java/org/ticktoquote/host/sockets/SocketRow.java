package org.ticktoquote.host.sockets;

import java.util.Optional;
import java.util.StringTokenizer;

/**
 * A row of {@code /proc/net/tcp}, {@code tcp6}, {@code udp} or {@code udp6} (proc(5), Documentation/networking/proc_net_tcp).
 *
 * @param local its end here
 * @param remote the other end; port 0 where there is none
 * @param state as the kernel numbers them
 * @param unsent bytes that were written and not acknowledged yet
 * @param unread bytes that have arrived and were not read yet
 * @param unanswered times that its oldest segment was sent again without an answer
 * @param inode by which a descriptor names it
 * @param dropped datagrams; 0 of TCP
 */
public record SocketRow(
        SocketEnd local,
        SocketEnd remote,
        int state,
        long unsent,
        long unread,
        long unanswered,
        long inode,
        long dropped) {
    public static final int ESTABLISHED = 1;
    public static final int LISTENING = 10;

    private static final int HEX = 16;
    private static final int FIELDS_BEFORE_INODE = 2;
    private static final int FIELDS_BEFORE_DROPS = 2;

    /** The row in a line; empty where it is the heading, is cut, or is anything else. */
    public static Optional<SocketRow> parse(String line, boolean datagrams) {
        StringTokenizer fields = new StringTokenizer(line);
        if (fields.countTokens() < 10) {
            return Optional.empty();
        }
        try {
            fields.nextToken(); // its place in the table
            SocketEnd local = SocketEnd.parse(fields.nextToken());
            SocketEnd remote = SocketEnd.parse(fields.nextToken());
            int state = Integer.parseInt(fields.nextToken(), HEX);
            String queues = fields.nextToken();
            int colon = queues.indexOf(':');
            long unsent = Long.parseLong(queues, 0, Math.max(0, colon), HEX);
            long unread = Long.parseLong(queues, colon + 1, queues.length(), HEX);
            fields.nextToken(); // a timer
            long unanswered = Long.parseLong(fields.nextToken(), HEX);
            skip(fields, FIELDS_BEFORE_INODE);
            long inode = Long.parseLong(fields.nextToken());
            long dropped = 0;
            if (datagrams) {
                skip(fields, FIELDS_BEFORE_DROPS);
                dropped = fields.hasMoreTokens() ? Long.parseLong(fields.nextToken()) : 0;
            }
            return Optional.of(new SocketRow(local, remote, state, unsent, unread, unanswered, inode, dropped));
        } catch (IllegalArgumentException noRow) {
            return Optional.empty();
        }
    }

    private static void skip(StringTokenizer fields, int count) {
        for (int i = 0; i < count && fields.hasMoreTokens(); i++) {
            fields.nextToken();
        }
    }
}
