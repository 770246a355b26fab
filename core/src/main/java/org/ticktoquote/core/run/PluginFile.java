package org.ticktoquote.core.run;

/**
 * A jar of {@code --plugin} as the process that needs it loaded it.
 *
 * @param name of the file
 * @param sha256 of its content, lower-case hexadecimal
 */
public record PluginFile(String name, String sha256) {
    /** What the name of the manifest's fact begins with that holds the checksum; the file's name follows. */
    public static final String FACT = "plugin.";
}
