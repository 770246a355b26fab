package org.ticktoquote.replayer.venue;

import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.HeartBtInt;
import quickfix.field.Password;
import quickfix.field.Username;

/**
 * What a venue demands of a Logon (35=A).
 *
 * @param username Username (553) that it must carry; empty: any
 * @param password Password (554) likewise
 * @param leastHeartbeatS lowest HeartBtInt (108)
 * @param mostHeartbeatS highest HeartBtInt (108)
 * @param reset whether every Logon begins both sequences at 1; else they go on until one carries ResetSeqNumFlag (141)
 */
record LogonRules(String username, String password, int leastHeartbeatS, int mostHeartbeatS, boolean reset) {
    /** Takes whom it knows. */
    static final LogonRules OPEN = new LogonRules("", "", 1, 3600, true);

    /** What is wrong with a Logon; empty where nothing is. */
    String objection(Message logon) throws FieldNotFound {
        int heartbeat = logon.getInt(HeartBtInt.FIELD);
        if (heartbeat < leastHeartbeatS || heartbeat > mostHeartbeatS) {
            return "108=" + heartbeat + ": expected " + leastHeartbeatS + " to " + mostHeartbeatS;
        }
        String user = objection(logon, Username.FIELD, username);
        return user.isEmpty() ? objection(logon, Password.FIELD, password) : user;
    }

    /** What was given is not repeated: it may be a secret of elsewhere. */
    private static String objection(Message logon, int tag, String expected) throws FieldNotFound {
        if (expected.isEmpty() || logon.isSetField(tag) && logon.getString(tag).equals(expected)) {
            return "";
        }
        return tag + (logon.isSetField(tag) ? ": is not the one that the venue expects" : ": is missing");
    }

    @Override
    public String toString() {
        return "LogonRules[...]"; // the password belongs into no log
    }
}
