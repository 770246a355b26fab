/** Stable description of a host and its hash. */
@NullMarked
package org.ticktoquote.host.fingerprint;

import org.jspecify.annotations.NullMarked;
