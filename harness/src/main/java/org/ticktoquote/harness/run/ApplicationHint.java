package org.ticktoquote.harness.run;

/** What an application that takes no logon may lack. */
final class ApplicationHint {
    private ApplicationHint() {}

    /** One that listens at the loopback address cannot be reached from another host; empty where that is not it. */
    static String of(ApplicationUnderTest application, String host) {
        boolean deaf = application instanceof ApplicationUnderTest.Own own
                && !host.equals(Commands.LOOPBACK)
                && own.arguments().stream().noneMatch(word -> word.contains("{fixHost}"));
        return deaf ? "; its command holds no {fixHost}: does it listen at " + host + "?" : "";
    }
}
