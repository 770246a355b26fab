package org.ticktoquote.host.change;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;

/** Host setting that can be read, written and verified, with its wanted value. */
public sealed interface Setting permits Setting.FileSetting, Setting.AdapterSetting {
    /** Maximum number of commands printed; the others are counted. */
    int SHOWN_COMMANDS = 3;

    /** Returns the name in the log, unique on a host. */
    String name();

    /** Returns the wanted value in the format of {@link #read}. */
    String wanted();

    Reading read(Host host);

    /** Writes a value without verifying it. */
    void set(Host host, String value) throws IOException;

    /** Returns the shell command that sets a value. */
    String command(String value);

    /**
     * Returns whether a name in a log denotes a setting: a file in {@code /proc} or {@code /sys}, or options of an adapter.
     */
    static boolean isName(String name) {
        return name.startsWith("/")
                ? name.matches("/(proc|sys)/.+") && !name.contains("/../") && !name.endsWith("/..")
                : AdapterSetting.isName(name);
    }

    static Setting named(String name, String wanted) {
        return name.startsWith("/") ? new FileSetting(name, wanted) : AdapterSetting.named(name, wanted);
    }

    /**
     * Returns the commands as text. Equal settings of several CPUs share one command; lists at most {@value #SHOWN_COMMANDS}.
     */
    static String commands(List<? extends Setting> settings) {
        Map<String, Integer> commands = new LinkedHashMap<>();
        for (Setting setting : settings) {
            commands.merge(setting.command(setting.wanted()).replaceAll("/cpu[0-9]+/", "/cpu*/"), 1, Integer::sum);
        }
        List<String> shown = commands.keySet().stream()
                .map(command -> command.contains("*") ? command.replace(" > ", " | tee ") : command)
                .limit(SHOWN_COMMANDS)
                .toList();
        int more = commands.size() - shown.size();
        return String.join("; ", shown) + (more == 0 ? "" : "; and " + more + " more like these");
    }

    /**
     * Adapter options that {@code ethtool} reads and changes.
     *
     * @param adapter name of the interface
     * @param aspect group of options
     * @param wanted alternating names and values, as ethtool expects
     */
    record AdapterSetting(String adapter, Aspect aspect, String wanted) implements Setting {
        /** Names in ethtool's output by argument name, if they differ. */
        private static final Map<String, String> SHOWN_NAMES =
                Map.of("gro", "generic-receive-offload", "lro", "large-receive-offload");

        /** Group of options, with ethtool's flags to show and change it. */
        public enum Aspect {
            COALESCING("-c", "-C"),
            OFFLOADS("-k", "-K");

            private final String show;
            private final String change;

            Aspect(String show, String change) {
                this.show = show;
                this.change = change;
            }

            String word() {
                return name().toLowerCase(Locale.ROOT);
            }

            /**
             * Parses the values of options from ethtool's output. Omits options that the adapter lacks or that are fixed.
             */
            public Map<String, String> values(String output, List<String> options) {
                Map<String, String> fields = Adapter.fields(output);
                Map<String, String> values = new LinkedHashMap<>();
                for (String option : options) {
                    String value = fields.get(SHOWN_NAMES.getOrDefault(option, option));
                    if (value != null && !value.equals("n/a") && !value.endsWith("[fixed]")) {
                        values.put(option, value.split("\\s+", -1)[0]);
                    }
                }
                return values;
            }

            /** Returns ethtool's output for an adapter. */
            public Reading show(Host host, String adapter) {
                return host.tool("ethtool", show, adapter);
            }
        }

        static boolean isName(String name) {
            return Arrays.stream(Aspect.values())
                    .anyMatch(aspect -> !name.startsWith("-") && name.matches("[^ ]+ " + aspect.word()));
        }

        static AdapterSetting named(String name, String wanted) {
            String[] words = name.split(" ", 2);
            Aspect aspect = Arrays.stream(Aspect.values())
                    .filter(candidate -> words.length == 2 && candidate.word().equals(words[1]))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' names no setting"));
            return new AdapterSetting(words[0], aspect, wanted);
        }

        /** Formats options and values as ethtool arguments. */
        public static String text(Map<String, String> values) {
            List<String> words = new ArrayList<>();
            values.forEach((option, value) -> words.add(option + " " + value));
            return String.join(" ", words);
        }

        @Override
        public String name() {
            return adapter + " " + aspect.word();
        }

        @Override
        public Reading read(Host host) {
            return aspect.show(host, adapter).map(output -> text(aspect.values(output, options())));
        }

        private List<String> options() {
            String[] words = wanted.split(" ", -1);
            List<String> options = new ArrayList<>();
            for (int i = 0; i < words.length; i += 2) {
                options.add(words[i]);
            }
            return options;
        }

        @Override
        public void set(Host host, String value) throws IOException {
            host.change(words(value));
        }

        private List<String> words(String value) {
            List<String> words = new ArrayList<>(List.of("ethtool", aspect.change, adapter));
            words.addAll(Arrays.asList(value.split(" ", -1)));
            return words;
        }

        @Override
        public String command(String value) {
            return String.join(" ", words(value));
        }
    }

    /**
     * File in {@code /proc} or {@code /sys} that holds one value.
     *
     * @param path file path
     * @param wanted value
     */
    record FileSetting(String path, String wanted) implements Setting {
        private static final String SYSCTL = "/proc/sys/";

        /** Returns the setting of a kernel parameter, by its dotted name. */
        public static FileSetting sysctl(String name, String wanted) {
            return new FileSetting(SYSCTL + name.replace('.', '/'), wanted);
        }

        @Override
        public String name() {
            return path;
        }

        @Override
        public Reading read(Host host) {
            return host.file(path).line().choice().map(line -> line.replaceAll("\\s+", " "));
        }

        @Override
        public void set(Host host, String value) throws IOException {
            host.write(path, value);
        }

        @Override
        public String command(String value) {
            if (path.startsWith(SYSCTL)) {
                String name = path.substring(SYSCTL.length()).replace('/', '.');
                return "sysctl -w " + name + "=" + CommandText.quoted(value);
            }
            return "echo " + CommandText.quoted(value) + " > " + CommandText.quoted(path);
        }
    }
}
