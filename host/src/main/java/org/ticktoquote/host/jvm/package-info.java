/** Finds and identifies the JVMs of a host and selects them by profile. */
@NullMarked
package org.ticktoquote.host.jvm;

import org.jspecify.annotations.NullMarked;
