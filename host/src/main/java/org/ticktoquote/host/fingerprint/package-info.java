/** What a host is, in lines that stay the same until somebody changes it. */
@NullMarked
package org.ticktoquote.host.fingerprint;

import org.jspecify.annotations.NullMarked;
