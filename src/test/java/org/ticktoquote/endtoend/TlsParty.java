package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Certificates of a venue and of an application, as keys of a venues file and options of the built-in application. */
final class TlsParty {
    private final Path folder;
    private final Path password;

    private TlsParty(Path folder, Path password) {
        this.folder = folder;
        this.password = password;
    }

    /** Creates it with a password file in the folder. */
    static TlsParty in(Path folder) throws IOException {
        return new TlsParty(folder, Files.writeString(folder.resolve("password"), "changeit\n"));
    }

    static Path store(String name) {
        return T2qProcess.root().resolve("replayer/src/test/resources/tls").resolve(name + ".p12");
    }

    /** Writes a file that declares venues. */
    Path venues(String declared) throws IOException {
        return Files.writeString(folder.resolve("venues.yaml"), "venues: {" + declared + "}\n");
    }

    /** Returns the certificate of a venue, as keys of its tls. */
    String venue() {
        return "keyStore: '" + store("venue") + "', keyStorePassword: 'file:" + password + "'";
    }

    /** Returns the trust store of a venue, as keys of its tls. */
    String venueTrust() {
        return "trustStore: '" + store("trust") + "', trustStorePassword: 'file:" + password + "'";
    }

    /** Returns the trust store of an application, as its options. */
    String trust() {
        return "--trust-store '" + store("trust") + "' --trust-store-password 'file:" + password + "'";
    }

    /** Returns the certificate of an application, as its options. */
    String own() {
        return "--key-store '" + store("application") + "' --key-store-password 'file:" + password + "'";
    }
}
