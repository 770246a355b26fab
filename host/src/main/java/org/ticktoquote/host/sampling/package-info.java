/** What an application's threads and its host's CPUs go through, looked at from outside at a period. */
@NullMarked
package org.ticktoquote.host.sampling;

import org.jspecify.annotations.NullMarked;
