package org.ticktoquote.replayer.feed;

import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceConfigurationError;

/** In words what a class of a plug-in threw, and where: also of a throwable that cannot say it. */
final class PluginFault {
    private static final int LONGEST = 300;

    private PluginFault() {}

    static String of(Throwable thrown) {
        Throwable cause = thrown.getCause();
        boolean loading = thrown instanceof ServiceConfigurationError || thrown instanceof ExceptionInInitializerError;
        return loading && cause != null ? of(cause) : said(thrown) + place(thrown);
    }

    private static String said(Throwable thrown) {
        try {
            String said = String.valueOf(thrown);
            return said.length() <= LONGEST ? said : said.substring(0, LONGEST) + "...";
        } catch (Throwable silent) {
            return thrown.getClass().getName();
        }
    }

    /** The first line of a jar; none where the virtual machine keeps none, as in want of memory. */
    private static String place(Throwable thrown) {
        return frame(thrown)
                .map(found -> " (" + found.getFileName() + ":" + found.getLineNumber() + ")")
                .orElse("");
    }

    /** The first frame whose class is of a jar. */
    static Optional<StackTraceElement> frame(Throwable thrown) {
        return frame(thrown.getStackTrace());
    }

    static Optional<StackTraceElement> frame(StackTraceElement... stack) {
        return Arrays.stream(stack)
                .filter(each -> Plugins.LOADER.equals(each.getClassLoaderName()))
                .findFirst();
    }
}
