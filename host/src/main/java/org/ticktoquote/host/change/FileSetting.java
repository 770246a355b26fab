package org.ticktoquote.host.change;

import java.io.IOException;
import org.ticktoquote.host.process.ShellWords;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Choice;

/**
 * A file of {@code /proc} or {@code /sys} that holds one value.
 *
 * @param path of the file
 * @param wanted value
 */
public record FileSetting(String path, String wanted) implements Setting {
    private static final String SYSCTL = "/proc/sys/";

    /** A kernel parameter by its name with dots. */
    public static FileSetting sysctl(String name, String wanted) {
        return new FileSetting(SYSCTL + name.replace('.', '/'), wanted);
    }

    @Override
    public String name() {
        return path;
    }

    @Override
    public Reading current(Host host) {
        return host.file(path).line().map(line -> Choice.current(line).replaceAll("\\s+", " "));
    }

    @Override
    public void set(Host host, String value) throws IOException {
        host.write(path, value);
    }

    @Override
    public String command(String value) {
        if (path.startsWith(SYSCTL)) {
            String name = path.substring(SYSCTL.length()).replace('/', '.');
            return "sysctl -w " + name + "=" + ShellWords.quoted(value);
        }
        return "echo " + ShellWords.quoted(value) + " > " + ShellWords.quoted(path);
    }
}
