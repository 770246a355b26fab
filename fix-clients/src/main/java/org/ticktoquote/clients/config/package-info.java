/** Configuration of the FIX clients: the plan of a run and the user's session template, resolved into one record. */
@NullMarked
package org.ticktoquote.clients.config;

import org.jspecify.annotations.NullMarked;
